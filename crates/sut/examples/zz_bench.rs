//! temp
use autobva_core::*;
use std::time::Instant;
fn main(){
    let mut s=88172645463325252u64;
    let mut next=||{s^=s<<13;s^=s>>7;s^=s<<17;s};
    for name in ["bytecount","bytecount_so","bmi","bmi_class","date","circle","cld","fld","fldmod1","max","power_by_squaring","tailjoin"]{
        let f=autobva_sut::builtin(name).unwrap();
        for kind in ["i64","i128","big128","big540"]{
            let any=f.signature().arguments()[0].ty()==Type::AnyInt;
            if !any && kind!="i64" {continue}
            let inputs:Vec<Input>=(0..4096).map(|_|{
                f.signature().arguments().iter().enumerate().map(|(i,_)|{
                    let sh=next()%63;
                    let v=(next()>>1>>sh) as i128;
                    let v=if name=="date"{match i{0=>(v%5000) ,1=>1+v%12,_=>1+v%28}}else{v};
                    let v=if name=="power_by_squaring" && i==1 {v%64}else{v};
                    match kind{
                        "i64"=>Value::Int(Int::new(IntType::Int64,v).unwrap()),
                        "i128"=>Value::Int(Int::new(IntType::Int128,(((next() as u128)<<64|next() as u128)>>1>>(next()%126)) as i128).unwrap()),
                        "big128"=>Value::Int(Int::new(IntType::BigInt,(((next() as u128)<<64|next() as u128)>>1>>(next()%126)) as i128).unwrap()),
                        _=>Value::Int(Int::new(IntType::BigInt,BigInt::from(next())<<(next()%476) as u32).unwrap()),
                    }
                }).collect()
            }).collect();
            let mut o=Outcome::default();
            let mut best=f64::MAX; let mut total=0usize;
            for _ in 0..7{
                let t=Instant::now();
                let reps=if kind.starts_with("big"){20}else{200};
                for _ in 0..reps{for i in &inputs{f.run(i,&mut o).unwrap();total+=o.text().len();}}
                best=best.min(t.elapsed().as_nanos() as f64/(reps*4096) as f64);
            }
            println!("{name:18} {kind:7} {best:7.1} ns  ({total})");
        }
    }
}
